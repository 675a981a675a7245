// The mobile-money operators of DR Congo: what differs from one to another, in one entry each. The simulators, the pages and the SDK
// have generated copies.

type Operator = {
  name: string
  /** What its wallets are called. A non-breaking hyphen keeps M-Pesa in one line. */
  wallet: string
  /**
   * National prefixes, from the carrier file of google/libphonenumber (July 2026); a number with one is valid even where that file
   * does not know it yet. The first is that of its test numbers. There is no number portability, but prefixes can be reassigned, so
   * the operator's name look-up has the final say.
   */
  prefixes: readonly string[]
  /** Words that claim to be the operator, in a name that somebody chooses. Orange is a colour, too, so its name alone is not one. */
  claims: readonly string[]
  /** Its initial on a ground of its colour: an SVG path in a square of 24. */
  icon: Readonly<{ ground: string; letter: string }>
  collections: Readonly<{
    /**
     * The least and the most of one payment from a wallet, until the contract with the operator names others (settings). Francs are
     * from a published configuration of pawaPay, where the operator is in it; dollars are our own choice.
     */
    limits: Readonly<Record<'USD' | 'CDF', readonly [least: string, most: string]>>
    /** Decimals of francs; dollars have two. */
    francDecimals: 0 | 2
    /** The steps by which a payer approves a request whose prompt was not shown; null where no way is known. */
    approval: Readonly<Record<'fr' | 'en', readonly string[]>> | null
  }>
}

export const operators = {
  vodacom: {
    name: 'Vodacom',
    wallet: 'Vodacom M\u2011Pesa',
    prefixes: ['81', '82', '83', '86'],
    claims: ['vodacom'],
    icon: { ground: '#e60000', letter: 'm9 7 3.200 10L15.500 7' },
    collections: {
      limits: { USD: ['0.50', '2500.00'], CDF: ['500.00', '1000000.00'] },
      francDecimals: 0,
      approval: null,
    },
  },
  airtel: {
    name: 'Airtel',
    wallet: 'Airtel Money',
    prefixes: ['97', '96', '98', '99'],
    claims: ['airtel'],
    icon: { ground: '#c8102e', letter: 'm8 17 4-10 4 10m-6.700-3.500h5.400' },
    collections: {
      limits: { USD: ['0.50', '2500.00'], CDF: ['100.00', '6250000.00'] },
      francDecimals: 2,
      approval: {
        fr: [
          'Composez *501#.',
          'Choisissez 1 (USD) ou 2 (CDF).',
          'Choisissez 6 (compte et code PIN), puis 6 (approbations).',
          'Choisissez la demande, puis saisissez votre code PIN.',
        ],
        en: [
          'Dial *501#.',
          'Choose 1 (USD) or 2 (CDF).',
          'Choose 6 (account and PIN), then 6 (approvals).',
          'Choose the request and enter your PIN.',
        ],
      },
    },
  },
  orange: {
    name: 'Orange',
    wallet: 'Orange Money',
    prefixes: ['84', '80', '85', '89'],
    claims: ['orangemoney'],
    icon: { ground: '#c14600', letter: 'M12 7.500a4.500 4.500 0 1 1 0 9 4.500 4.500 0 1 1 0-9' },
    collections: {
      limits: { USD: ['0.50', '2500.00'], CDF: ['10.00', '1000000.00'] },
      francDecimals: 2,
      approval: null,
    },
  },
  africell: {
    name: 'Africell',
    wallet: 'Afrimoney',
    prefixes: ['90', '91'],
    claims: ['africell', 'afrimoney'],
    icon: { ground: '#7a1f8a', letter: 'm8 17 4-10 4 10m-6.700-3.500h5.400' },
    collections: {
      limits: { USD: ['0.50', '2500.00'], CDF: ['500.00', '1000000.00'] },
      francDecimals: 2,
      approval: null,
    },
  },
} as const satisfies Record<string, Operator>

/** An operator, as requests and responses name it. */
export type OperatorCode = keyof typeof operators
export const operatorCodes = Object.keys(operators) as [OperatorCode, ...OperatorCode[]]

/** The operator whose prefix a national number of nine digits has; undefined for any other. */
export function operatorOfNumber(national: string): OperatorCode | undefined {
  const prefix = national.slice(0, 2)
  const hasPrefix = (code: OperatorCode) => (operators[code].prefixes as readonly string[]).includes(prefix)
  return /^\d{9}$/.test(national) ? operatorCodes.find(hasPrefix) : undefined
}
