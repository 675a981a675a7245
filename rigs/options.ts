// The options of a rig, with what each means: read from the command line, and printed by `--help`.
import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util'

/** What the caller asked for does not exist: the program ends with this sentence. */
export class WrongOption extends Error {}

type Described = ParseArgsOptionDescriptor & { means: string }
type Rig<Options> = { name: string; does: string; takes?: string; options: Options }

/** Reads the options and words after the rig's name. Ends the program with the help, or with a sentence for an option that it lacks. */
export function readOptions<const Options extends Readonly<Record<string, Described>>>(rig: Rig<Options>) {
  try {
    const { options, takes } = rig
    const help = { type: 'boolean', short: 'h', default: false } as const
    const read = parseArgs({ options: { ...options, help }, allowPositionals: takes !== undefined })
    if ((read.values as { help?: boolean }).help) {
      process.stdout.write(helpOf(rig))
      process.exit()
    }
    return read
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const [sentence] = error.message.split(/\. (?=To )/)
    process.stderr.write(
      `${sentence?.replace(/\.$/, '')}. npm run rig -- ${rig.name} --help lists the options.\n`,
    )
    process.exit(2)
  }
}

function helpOf({ name, does, takes = '', options }: Rig<Readonly<Record<string, Described>>>): string {
  const lines = Object.entries(options).map(([option, { type, default: usual, means }]) => {
    const named = `--${option}${type === 'string' ? ' …' : ''}`
    return `  ${named.padEnd(18)} ${means}${typeof usual === 'string' && usual !== '' ? ` (${usual})` : ''}\n`
  })
  return `npm run rig -- ${name} ${takes}[options]: ${does}\n\n${lines.join('')}`
}
