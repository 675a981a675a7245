// The routes of admin users, by their priority. What takes access away comes before what gives it.
const admin = '/api/v1/admin'

export const staffRoutes = {
  order: [
    `POST ${admin}/users/:user_id`,
    `DELETE ${admin}/users/:user_id`,
    `POST ${admin}/users/:user_id/reset-factors`,
    `DELETE ${admin}/sessions/:session_id`,
  ],
  status: [`POST ${admin}/login`, `POST ${admin}/logout`],
  list: [
    `GET ${admin}/users`,
    `POST ${admin}/users`,
    `POST ${admin}/users/accept`,
    `GET ${admin}/sessions`,
  ],
}
