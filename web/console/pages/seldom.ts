// What few admins open: the help about keys, and the page of an address that the role does not have.
export { KeyHelp } from '../frame/key-help.tsx'
export { NotForRole } from '../frame/not-for-role.tsx'
