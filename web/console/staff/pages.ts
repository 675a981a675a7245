// The pages of admin users, loaded when one of them is opened: few admins need them.
export { InvitationPage } from './invitation-page.tsx'
export { SessionsPage } from './sessions-card.tsx'
export { StaffPage } from './staff-page.tsx'
