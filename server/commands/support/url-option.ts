import { InvalidArgumentError as CommandFault } from 'commander'

/** A URL of this machine may be written as localhost:3000/webhooks. */
export function urlOption(value: string): string {
  const written = /^https?:\/\//i.test(value) ? value : `http://${value}`
  if (!URL.canParse(written)) throw new CommandFault(`${value} is no URL`)
  return written
}
