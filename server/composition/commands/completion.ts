// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables are of the shell
import { Argument, type Command } from 'commander'

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print a shell completion script: eval "$(likuta completion bash)"')
    .addArgument(new Argument('<shell>', 'the shell to complete for').choices(['bash', 'zsh']))
    .action((shell: string) => {
      const script = bashScript(program)
      console.log(shell === 'zsh' ? `autoload -U +X bashcompinit && bashcompinit\n${script}` : script)
    })
}

/** Lists all completions in the script, so that the shell does not start the program at every key press. */
function bashScript(program: Command): string {
  const cases = commandsOf(program).map(
    ([path, options]) => `    ${JSON.stringify(path)}) words=${JSON.stringify(options.join(' '))} ;;`,
  )
  return [
    '_likuta() {',
    '  local path="" word words i',
    '  for ((i = 1; i < COMP_CWORD; i++)); do',
    '    word="${COMP_WORDS[i]}"',
    '    [[ "$word" == -* ]] || path="${path:+$path }$word"',
    '  done',
    '  case "$path" in',
    ...cases,
    '    *) words="--help" ;;',
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    'complete -o default -F _likuta likuta',
  ].join('\n')
}

/** Lists each command by its path, with the words that may follow it. */
function commandsOf(command: Command, path = ''): [path: string, words: string[]][] {
  const children = command.commands.map((child) => child.name())
  const options = command.options.map(({ long }) => long ?? '')
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
  const below = command.commands.flatMap((child) => commandsOf(child, `${path} ${child.name()}`.trim()))
  return [[path, [...children, ...choices, ...options, '--help'].filter(Boolean)], ...below]
}
