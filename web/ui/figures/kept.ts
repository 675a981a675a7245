// What is left of the sums collected once refunds and voids are taken off.

type Sum = { currency: string; amount: string }

/** @param returned of these sums */
export function keptOf(collected: readonly Sum[], returned: readonly Sum[]): Sum[] {
  return collected.map(({ currency, amount }) => {
    const back = returned.find((sum) => sum.currency === currency)?.amount ?? '0'
    return { currency, amount: ((cents(amount) - cents(back)) / 100).toFixed(2) }
  })
}

const cents = (amount: string): number => Math.round(Number(amount) * 100)
