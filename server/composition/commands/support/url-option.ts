// Parses a URL given as a command-line option.
import { InvalidArgumentError as CommandFault } from 'commander'

/** Accepts a URL without a scheme, such as localhost:3000/webhooks. */
export function urlOption(value: string): string {
  const written = /^https?:\/\//i.test(value) ? value : `http://${value}`
  if (!URL.canParse(written)) throw new CommandFault(`${value} is not a URL`)
  return written
}
