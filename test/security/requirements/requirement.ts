/** One security requirement of this system. The tests that prove it carry its id in their titles: `[S-17]`. */
export type Requirement = Readonly<{
  id: `S-${number}`
  rule: string
  /** The requirements of OWASP ASVS 5.0.0, levels 1 and 2, that it meets in whole or in part. */
  asvs: readonly string[]
  /**
   * `tested`: proven by at least one test. `operator`: left to the deploying organisation. `open`: not done. The
   * last two need a note with the reason.
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
