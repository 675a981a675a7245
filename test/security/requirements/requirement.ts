/** One line of what this system asks of itself. Tests that prove it carry its id in their titles: `[S-17]`. */
export type Requirement = Readonly<{
  id: `S-${number}`
  rule: string
  /** Requirements of OWASP ASVS 5.0.0, levels 1 and 2, that it answers, in whole or in part. */
  asvs: readonly string[]
  /**
   * `tested`: by at least one test. `operator`: not of this program, whoever runs it sees to it. `open`: we do not do
   * it. The last two say why.
   */
  standing: 'tested' | 'operator' | 'open'
  note?: string
}>

/** @param asvs ids, separated by spaces. */
export function tested(id: Requirement['id'], rule: string, asvs = '', note?: string): Requirement {
  return { id, rule, asvs: listed(asvs), standing: 'tested', ...(note && { note }) }
}

export function leftTo(
  standing: 'operator' | 'open',
  id: Requirement['id'],
  rule: string,
  asvs: string,
  note: string,
): Requirement {
  return { id, rule, asvs: listed(asvs), standing, note }
}

const listed = (ids: string) => ids.split(' ').filter(Boolean)
