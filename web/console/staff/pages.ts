// The pages of admin users and of the own account, loaded when one of them is opened.
export { AccountPage } from '../account/account-page.tsx'
export { InvitationPage } from './invitation-page.tsx'
export { StaffPage } from './staff-page.tsx'
