// The overview, which nobody sees before sign-in.
export { OverviewPage } from '../overview/overview-page.tsx'
