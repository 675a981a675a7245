// What a merchant of M-Pesa sets in its portal.

export type MpesaSettings = {
  /** `asynchronous`: a call is only acknowledged, its result is posted to the portal's URL. */
  mode: 'asynchronous' | 'synchronous'
  sessionLifeSeconds: number
}

export const usualMpesaSettings: MpesaSettings = { mode: 'asynchronous', sessionLifeSeconds: 3_600 }
