// Admin users and the own account.
export { AccountPage } from '../account/account-page.tsx'
export { InvitationPage } from '../staff/invitation-page.tsx'
export { StaffPage } from '../staff/staff-page.tsx'
