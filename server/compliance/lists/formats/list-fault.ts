/** A list file that cannot be imported; the message says why and on which line, and of a file beside the list, in which file. */
export class ListFileFault extends Error {
  constructor(reason: string, line?: number, file?: string) {
    super([file, line === undefined ? undefined : `line ${line}`, reason].filter(Boolean).join(': '))
    this.name = 'ListFileFault'
  }
}
