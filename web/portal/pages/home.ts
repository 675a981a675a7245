// The overview: what opens after sign-in, but not at the till.
export { OverviewPage } from '../overview/overview.tsx'
