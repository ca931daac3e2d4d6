# Completion of ultragit for fish 3.0 and later:
#   ultragit completion fish > ~/.config/fish/completions/ultragit.fish
function __ultragit_complete
    set -l current (commandline -ct)
    for line in (ultragit complete words -- (commandline -opc) $current 2>/dev/null)
        switch $line
            case ':files'
                __fish_complete_path $current
            case ':directories'
                __fish_complete_directories $current
            case '*'
                echo $line
        end
    end
end

complete -c ultragit -f -a '(__ultragit_complete)'
complete -c git-ultragit -f -a '(__ultragit_complete)'
complete -c git -n 'contains -- ultragit (commandline -opc)' -f -a '(__ultragit_complete)'
