// From server/kernel and server/cards/gateway, by scripts/generate.ts.
export const currencies = ['USD', 'CDF'] as const
export const operators = [
  {
    code: 'vodacom',
    name: 'Vodacom',
    wallet: 'Vodacom M\u2011Pesa',
    testPrefix: '81',
    icon: { ground: '#e60000', letter: 'm9 7 3.200 10L15.500 7' },
  },
  {
    code: 'airtel',
    name: 'Airtel',
    wallet: 'Airtel Money',
    testPrefix: '97',
    icon: { ground: '#c8102e', letter: 'm8 17 4-10 4 10m-6.700-3.500h5.400' },
  },
  {
    code: 'orange',
    name: 'Orange',
    wallet: 'Orange Money',
    testPrefix: '84',
    icon: { ground: '#c14600', letter: 'M12 7.500a4.500 4.500 0 1 1 0 9 4.500 4.500 0 1 1 0-9' },
  },
  {
    code: 'africell',
    name: 'Africell',
    wallet: 'Afrimoney',
    testPrefix: '90',
    icon: { ground: '#7a1f8a', letter: 'm8 17 4-10 4 10m-6.700-3.500h5.400' },
  },
] as const
