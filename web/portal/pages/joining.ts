// Before a session: signing up, an invitation, and new passwords.
export { ForgottenPasswordPage } from '../access/password/forgotten-password.tsx'
export { NewPasswordPage } from '../access/password/new-password.tsx'
export { SignUp } from '../access/sign-up.tsx'
export { InvitationPage } from '../team/invitation-page.tsx'
