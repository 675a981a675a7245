/** Fractional milliseconds since 1970 that two processes of one machine can compare. */
export const preciseNow = () => performance.timeOrigin + performance.now()
