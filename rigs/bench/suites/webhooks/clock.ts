/** Milliseconds since 1970 and parts of them, as two processes of one machine can compare. */
export const preciseNow = () => performance.timeOrigin + performance.now()
