// Admin users, the own account and the cells.

export { AccountPage } from '../account/account-page.tsx'
export { CellsPage } from '../cells/cells-page.tsx'
export { InvitationPage } from '../staff/invitation-page.tsx'
export { StaffPage } from '../staff/staff-page.tsx'
