# Starts Guerdon from PowerShell, as a release brings it. How it is installed: docs/install.md
#
#   GUERDON_JAVA_HOME  the Java to use, before the one that this release may bring, JAVA_HOME and the PATH
#   GUERDON_JAVA_OPTS  further options of the JVM, such as -Xmx2g
#
# No param block: every argument belongs to Guerdon.
Set-StrictMode -Version 3.0
$ErrorActionPreference = 'Stop'
$root = Split-Path -Parent $PSScriptRoot
$windows = [System.Environment]::OSVersion.Platform -eq 'Win32NT'
$program = if ($windows) { 'java.exe' } else { 'java' }

function Get-JavaMajor([string] $folder) {
    # The version of the Java in a folder, or 0.
    $release = Join-Path $folder 'release'
    if (-not (Test-Path -LiteralPath (Join-Path (Join-Path $folder 'bin') $program)) -or -not (Test-Path -LiteralPath $release)) {
        return 0
    }
    foreach ($line in [System.IO.File]::ReadAllLines($release)) {
        if ($line -match '^JAVA_VERSION="?(\d+)') {
            return [int] $Matches[1]
        }
    }
    return 0
}

$folders = @()
if ($env:GUERDON_JAVA_HOME) {
    $folders += $env:GUERDON_JAVA_HOME
    if ((Get-JavaMajor $env:GUERDON_JAVA_HOME) -lt 21) {
        [Console]::Error.WriteLine("guerdon: GUERDON_JAVA_HOME=$env:GUERDON_JAVA_HOME holds no Java of version 21 or newer; looking further")
    }
}
$folders += Join-Path $root 'runtime'
if ($env:JAVA_HOME) {
    $folders += $env:JAVA_HOME
}
$java = $null
$major = 0
foreach ($folder in $folders) {
    $major = Get-JavaMajor $folder
    if ($major -ge 21) {
        $java = Join-Path (Join-Path $folder 'bin') $program
        break
    }
}
if (-not $java) {
    $found = Get-Command $program -CommandType Application -ErrorAction SilentlyContinue | Select-Object -First 1
    if ($found) {
        # It may be a shim, so it is asked where it lives. Java answers on the error stream.
        $ErrorActionPreference = 'Continue'
        $settings = & $found.Source -XshowSettings:properties -version 2>&1 | ForEach-Object { "$_" }
        $ErrorActionPreference = 'Stop'
        foreach ($line in $settings) {
            if ($line -match '^\s*java\.home = (.+?)\s*$') {
                $major = Get-JavaMajor $Matches[1]
                if ($major -ge 21) {
                    $java = Join-Path (Join-Path $Matches[1] 'bin') $program
                }
                break
            }
        }
    }
}
if (-not $java) {
    [Console]::Error.WriteLine('guerdon: no Java of version 21 or newer found; install a JDK, 25 is best, or set GUERDON_JAVA_HOME to its folder, or take the release that brings its own')
    exit 2
}

$options = @('-Xlog:disable', '-Xlog:all=error:stderr')
$terminals = ''
if (-not [Console]::IsInputRedirected) { $terminals += 'i' }
if (-not [Console]::IsOutputRedirected) { $terminals += 'o' }
if (-not [Console]::IsErrorRedirected) { $terminals += 'e' }
$options += "-Dguerdon.terminal=$terminals"
# What the user types to start it again; the call operator hides it.
if ($MyInvocation.InvocationName -notin '&', '.', '') {
    $options += "-Dguerdon.command=$($MyInvocation.InvocationName)"
}
if ($major -ge 23) {
    $options += '--sun-misc-unsafe-memory-access=allow'
}
if ($env:LOCALAPPDATA) {
    # The JVM makes this archive of loaded classes by itself, at the end of the first command, and from then on starts faster.
    $archives = Join-Path (Join-Path $env:LOCALAPPDATA 'guerdon') 'archive'
    New-Item -ItemType Directory -Force -Path $archives -ErrorAction SilentlyContinue | Out-Null
    if (Test-Path -LiteralPath $archives) {
        $version = [System.IO.File]::ReadAllText((Join-Path $root 'launcher/version')).Trim()
        $options += '-XX:+AutoCreateSharedArchive', "-XX:SharedArchiveFile=$(Join-Path $archives "$version-java$major.jsa")"
    }
}
$chosen = @()
if ($env:GUERDON_JAVA_OPTS) {
    $chosen = @($env:GUERDON_JAVA_OPTS -split '\s+' | Where-Object { $_ })
}
$command = @($args | Where-Object { "$_" -notlike '-*' } | Select-Object -First 1)
# Two collectors would be an error.
$collector = -not ("$chosen" -clike '*GC*')
if ($command.Count -eq 0 -or $command[0] -cin 'help', 'completion', 'init', 'rewards', 'doctor', 'runs', 'show', 'compare', 'report', 'export') {
    $options += '-XX:TieredStopAtLevel=1', '-Xmx256m'
    if ($collector) { $options += '-XX:+UseSerialGC' }
}
elseif ($command[0] -ceq 'view') {
    $options += '-Xmx256m'
    if ($collector) { $options += '-XX:+UseSerialGC' }
}
elseif ($command[0] -cin 'score', 'rescore') {
    $options += '-Xmx512m', '-Xmn256m', '-XX:GCHeapFreeLimit=30'
    if ($collector) { $options += '-XX:+UseParallelGC' }
}

$ErrorActionPreference = 'Continue' # what Guerdon writes to the error stream is no error of this script
$jar = Join-Path (Join-Path $root 'lib') 'guerdon.jar'
if ($MyInvocation.ExpectingInput) {
    $input | & $java @options @chosen -jar $jar @args
}
else {
    & $java @options @chosen -jar $jar @args
}
exit $LASTEXITCODE
