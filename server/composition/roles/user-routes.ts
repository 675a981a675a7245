// The routes of merchants' users, by their priority. What takes access away comes before what gives it.
const merchant = '/api/v1/merchant'

export const userRoutes = {
  order: [
    `POST ${merchant}/users/:id`,
    `DELETE ${merchant}/users/:id`,
    `DELETE ${merchant}/invitations/:id`,
    `DELETE ${merchant}/sessions`,
    `DELETE ${merchant}/sessions/:id`,
  ],
  list: [
    `GET ${merchant}/users`,
    `GET ${merchant}/invitations`,
    `POST ${merchant}/invitations`,
    `POST ${merchant}/invitations/accept`,
    `GET ${merchant}/sessions`,
    `GET ${merchant}/till/day`,
  ],
}
