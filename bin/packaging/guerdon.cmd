@echo off
rem Starts Guerdon on Windows, as a release brings it. How it is installed: docs/install.md
rem
rem   GUERDON_JAVA_HOME  the Java to use, before the one that this release may bring, JAVA_HOME and the PATH
rem   GUERDON_JAVA_OPTS  further options of the JVM, such as -Xmx2g
setlocal EnableExtensions DisableDelayedExpansion
for %%I in ("%~dp0..") do set "guerdon_root=%%~fI"
set "guerdon_java="
set "guerdon_major="

if not defined GUERDON_JAVA_HOME goto own
call :try "%GUERDON_JAVA_HOME%"
if defined guerdon_java goto found
>&2 echo guerdon: GUERDON_JAVA_HOME=%GUERDON_JAVA_HOME% holds no Java of version 21 or newer; looking further

:own
call :try "%guerdon_root%\runtime"
if defined guerdon_java goto found
if defined JAVA_HOME call :try "%JAVA_HOME%"
if defined guerdon_java goto found
set "guerdon_path="
for %%J in (java.exe) do set "guerdon_path=%%~$PATH:J"
if not defined guerdon_path goto missing
rem The program on the PATH may be a shim, so it is asked where it lives.
for /f "tokens=1,* delims==" %%A in ('""%guerdon_path%" -XshowSettings:properties -version 2>&1"') do call :home "%%A" "%%B"
if defined guerdon_java goto found

:missing
>&2 echo guerdon: no Java of version 21 or newer found; install a JDK, 25 is best, or set GUERDON_JAVA_HOME to its folder, or take the release for Windows that brings its own
exit /b 2

:found
set "guerdon_options=-Xlog:disable -Xlog:all=error:stderr"
if %guerdon_major% GEQ 23 set "guerdon_options=%guerdon_options% --sun-misc-unsafe-memory-access=allow"
rem The JVM makes this archive of loaded classes by itself, at the end of the first command, and from then on starts faster.
set "guerdon_archive="
if not defined LOCALAPPDATA goto collector
set /p guerdon_version=<"%guerdon_root%\launcher\version"
set "guerdon_archive=%LOCALAPPDATA%\guerdon\archive"
if not exist "%guerdon_archive%\" mkdir "%guerdon_archive%" 2>nul
if not exist "%guerdon_archive%\" (set "guerdon_archive=") else set "guerdon_archive=%guerdon_archive%\%guerdon_version%-java%guerdon_major%.jsa"

:collector
rem As bin/guerdon chooses, by the first argument: other arguments may hold characters that this language cannot compare safely.
set "guerdon_collector="
for %%C in (help completion init rewards doctor runs show compare report export) do if /i "%~1"=="%%C" set "guerdon_collector=-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx256m"
if /i "%~1"=="view" set "guerdon_collector=-XX:+UseSerialGC -Xmx256m"
for %%C in (score rescore) do if /i "%~1"=="%%C" set "guerdon_collector=-XX:+UseParallelGC -Xmx512m -Xmn256m -XX:GCHeapFreeLimit=30"
rem Two collectors would be an error.
if defined GUERDON_JAVA_OPTS if not "%GUERDON_JAVA_OPTS:GC=%"=="%GUERDON_JAVA_OPTS%" set "guerdon_collector="
if defined guerdon_archive goto archived
"%guerdon_java%" %guerdon_options% "-Dguerdon.command=%~0" %guerdon_collector% %GUERDON_JAVA_OPTS% -jar "%guerdon_root%\lib\guerdon.jar" %*
exit /b %ERRORLEVEL%

:archived
"%guerdon_java%" %guerdon_options% "-Dguerdon.command=%~0" -XX:+AutoCreateSharedArchive "-XX:SharedArchiveFile=%guerdon_archive%" %guerdon_collector% %GUERDON_JAVA_OPTS% -jar "%guerdon_root%\lib\guerdon.jar" %*
exit /b %ERRORLEVEL%

rem Takes one line of Java's settings, split at the equals sign: "    java.home " and " C:\somewhere".
:home
set "guerdon_key=%~1"
if not "%guerdon_key: =%"=="java.home" exit /b 0
for /f "tokens=*" %%H in ("%~2") do call :try "%%H"
exit /b 0

rem Sets guerdon_java and guerdon_major if the folder given holds a Java that will do.
:try
if not exist "%~1\bin\java.exe" exit /b 0
if not exist "%~1\release" exit /b 0
set "guerdon_major="
for /f "usebackq tokens=1,* delims==" %%A in ("%~1\release") do if "%%A"=="JAVA_VERSION" for /f "delims=.-+" %%M in ("%%~B") do set "guerdon_major=%%M"
if not defined guerdon_major exit /b 0
if %guerdon_major% GEQ 21 set "guerdon_java=%~1\bin\java.exe"
exit /b 0
