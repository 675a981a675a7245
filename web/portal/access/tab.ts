// What this tab remembers over a reload: whose it was, and whether its owner has asked to leave. The cookie of the
// session is shared by all tabs and may have become another's. No secret is in it.

const keys = { merchant: 'merchant', leaving: 'leaving' } as const

export const tab = {
  merchant: (): string | undefined => sessionStorage.getItem(keys.merchant) ?? undefined,
  isLeaving: (): boolean => sessionStorage.getItem(keys.leaving) !== null,
  belongsTo(merchantCode: string | undefined): void {
    if (tab.merchant() !== merchantCode) tab.stay()
    if (merchantCode === undefined) sessionStorage.removeItem(keys.merchant)
    else sessionStorage.setItem(keys.merchant, merchantCode)
  },
  leave: (): void => sessionStorage.setItem(keys.leaving, 'yes'),
  stay: (): void => sessionStorage.removeItem(keys.leaving),
}
