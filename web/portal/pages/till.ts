// The till, and the day of whoever works at it: a script of its own, so that a seller on a slow network waits for nothing else.
export { DayPage } from '../till/day.tsx'
export { TillPage } from '../till/till.tsx'
