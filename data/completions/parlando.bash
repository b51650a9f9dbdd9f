# Completions of the window's command line for bash.
complete -o default -W '--start --stop --toggle --pause --resume --verbose --version --help' parlando
