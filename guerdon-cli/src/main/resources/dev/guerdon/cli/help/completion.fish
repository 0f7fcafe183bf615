# Completes guerdon in fish. Written by 'guerdon completion fish'; save it as ~/.config/fish/completions/guerdon.fish

# Whether $argv[2] is a command below the command $argv[1].
function __guerdon_below
    switch $argv[1]
@PARENTS@
        case '*'
            return 1
    end
end

# Whether the line so far names exactly this command.
function __guerdon_at
    set -l path guerdon
    for word in (commandline -opc)[2..-1]
        string match -q -- '-*' $word
        and continue
        if __guerdon_below "$path" $word
            set path "$path $word"
        end
    end
    test "$path" = "$argv"
end

# Prints what guerdon knows of a kind; asks once a minute in a folder.
function __guerdon_names
    set -l typed (commandline -opc)
    set -l key "$argv[1] $PWD $GUERDON_PLUGINS $typed[1]"
    set -l now (date +%s)
    set -l given (string match -r -- '^--(?:plugin|classpath|source)' $typed)
    if test -z "$given" -a "$key" = "$__guerdon_key" -a "$now" -lt (math "0$__guerdon_time + 60")
        printf '%s\n' $__guerdon_known
        return
    end
    set -l names ($typed[1] completion --names $argv[1] -- fish $typed[2..-1] 2>/dev/null </dev/null)
    if test -z "$given"
        set -g __guerdon_key $key
        set -g __guerdon_time $now
        set -g __guerdon_known $names
    end
    printf '%s\n' $names
end

# Prints the runs in the folder of runs.
function __guerdon_runs
    set -l folder runs
    test -n "$GUERDON_RUNS"; and set folder $GUERDON_RUNS
    set -l typed (commandline -opc)
    for i in (seq (count $typed))
        switch $typed[$i]
            case --runs
                set -q typed[(math $i + 1)]; and set folder $typed[(math $i + 1)]
            case '--runs=*'
                set folder (string replace -- --runs= '' $typed[$i])
        end
    end
    echo latest
    for run in $folder/*/run.json
        basename (dirname $run)
    end
end

# Prints the commands that 'guerdon help' explains.
function __guerdon_commands
    set -l path guerdon (string match -v -- '-*' (commandline -opc)[3..-1])
    set -l tried (complete -C "$path ")
    string match -r -- '^[a-z]\S*' $tried
end

complete -c guerdon -e
@LINES@
