import { serviceNow } from '../service/clock.ts'

/** Whole days that are left until a time. */
export const daysUntil = (time: string): number =>
  Math.max(0, Math.floor((Date.parse(time) - serviceNow().getTime()) / 86_400_000))
