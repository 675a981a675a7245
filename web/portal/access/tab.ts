// What this tab remembers across a reload: its merchant, and whether a sign-out is in progress. All tabs share the
// session cookie, which may by then belong to another merchant. Nothing stored here is secret.

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
