# Completions of the window's command line for bash.
complete -o default -W '--start --stop --toggle --pause --resume --language --model --captions --source --translate --verbose --version --help' parlando
