// The routes of merchants' users and of admin users, by their priority. What takes access away comes before what gives it.
const merchant = '/api/v1/merchant'
const admin = '/api/v1/admin'
const merchants = `${admin}/merchants/:merchant_code`

export const userRoutes = {
  order: [
    `POST ${merchants}/password-reset`,
    `POST ${merchants}/users/:user_id/reset-factors`,
    `POST ${merchant}/users/:id`,
    `DELETE ${merchant}/users/:id`,
    `POST ${merchant}/users/:id/reset-factors`,
    `POST ${merchant}/step-up/options`,
    `POST ${merchant}/factors/totp`,
    `POST ${merchant}/factors/totp/confirm`,
    `DELETE ${merchant}/factors/totp`,
    `POST ${merchant}/factors/passkeys/options`,
    `POST ${merchant}/factors/passkeys`,
    `DELETE ${merchant}/factors/passkeys/:id`,
    `POST ${merchant}/factors/recovery-codes`,
    `DELETE ${merchant}/invitations/:id`,
    `DELETE ${merchant}/sessions`,
    `DELETE ${merchant}/sessions/:id`,
    `POST ${admin}/users/:user_id`,
    `DELETE ${admin}/users/:user_id`,
    `POST ${admin}/users/:user_id/reset-factors`,
    `DELETE ${admin}/sessions/:session_id`,
    `POST ${admin}/change-password`,
  ],
  status: [
    `POST ${merchant}/login/passkey`,
    `POST ${merchant}/login/passkey/options`,
    `POST ${merchant}/session/passkey`,
    `POST ${admin}/login`,
    `POST ${admin}/logout`,
  ],
  list: [
    `GET ${merchant}/factors`,
    `GET ${merchant}/users`,
    `GET ${merchant}/invitations`,
    `POST ${merchant}/invitations`,
    `POST ${merchant}/forgotten-password`,
    `POST ${merchant}/invitations/accept`,
    `GET ${merchant}/sessions`,
    `GET ${merchant}/till/day`,
    `GET ${admin}/users`,
    `POST ${admin}/users`,
    `POST ${admin}/users/accept`,
    `GET ${admin}/sessions`,
  ],
}
