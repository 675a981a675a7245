import { html } from 'ghtml'
import type { Progress } from './checkout.ts'

export type Language = 'fr' | 'en'
export type CheckoutView = {
  transactionUuid: string
  sig: string
  language: Language
  nonce: string
  merchantName: string
  reference: string
  amount: string
  currency: 'USD' | 'CDF'
  payerName: string
  sandbox: boolean
  expiresAt: string
  now: string
  progress: Progress
}
export type EndKind = 'expired' | 'cancelled' | 'not_found' | 'forbidden' | 'unavailable'
export type EndView = { kind: EndKind; language: Language; nonce: string }
export type ResultView = {
  status: 'SUCCESS' | 'FAILED' | 'CANCELLED' | 'CONFIRMING'
  reasonCode: string
  language: Language
  nonce: string
  merchantName: string
  reference: string
  amount: string
  currency: 'USD' | 'CDF'
}

export function checkoutPage(view: CheckoutView): string {
  return html`<!doctype html><title>${view.merchantName}</title><p>${view.amount} ${view.currency}</p>`
}
export function endPage(view: EndView): string {
  return html`<!doctype html><title>${view.kind}</title>`
}
export function resultPage(view: ResultView): string {
  return html`<!doctype html><title>${view.status}</title>`
}
export function stepUpReturnPage(view: { nonce: string; message: object; targetOrigin: string }): string {
  return `<!doctype html><script nonce="${view.nonce}">for (const w of [parent, top, opener]) w && w !== window && w.postMessage(${JSON.stringify(view.message).replaceAll('<', '\\u003c')}, ${JSON.stringify(view.targetOrigin)})</script>`
}
export function checkoutPolicy(origins: {
  nonce: string
  gatewayOrigin: string
  challengeOrigin: string
}): string {
  return `default-src 'none'; script-src 'nonce-${origins.nonce}'; frame-ancestors 'none'; frame-src ${origins.gatewayOrigin} ${origins.challengeOrigin}`
}
