// Settings that a merchant of M-Pesa makes in its portal.

export type MpesaSettings = {
  /** `asynchronous`: a call is only acknowledged, and its result is posted to the portal's URL. */
  mode: 'asynchronous' | 'synchronous'
  sessionLifeSeconds: number
  /** An inquiry finds a C2B payment only after this time. */
  indexedAfterMs: number
}

export const usualMpesaSettings: MpesaSettings = {
  mode: 'asynchronous',
  sessionLifeSeconds: 3_600,
  indexedAfterMs: 0,
}
