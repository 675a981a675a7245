// Settings that a merchant of M-Pesa makes in its portal.

export type MpesaSettings = {
  /** `asynchronous`: a call is only acknowledged, and its result is posted to the portal's URL. */
  mode: 'asynchronous' | 'synchronous'
  sessionLifeSeconds: number
}

export const usualMpesaSettings: MpesaSettings = { mode: 'asynchronous', sessionLifeSeconds: 3_600 }
