// The routes of compliance, by their priority: rules of limits, cases and the papers sent for them, and reports.

const compliance = '/api/v1/admin/compliance'
const upload = '/api/v1/papers/:token'

export const complianceRoutes = {
  /** Somebody is waiting, on a slow network. */
  status: [
    `GET ${upload}`,
    `POST ${upload}/files`,
    `GET ${upload}/files/:file_id`,
    `PATCH ${upload}/files/:file_id`,
  ],
  rest: [
    ...[':token', 'assets/:file'].map((part) => `GET /papers/${part}`),
    ...['', '/versions'].map((part) => `GET ${compliance}/rules${part}`),
    `POST ${compliance}/rules/dry-run`,
    ...['cases', 'register', 'statistics'].map((name) => `GET ${compliance}/${name}`),
    ...['retention', 'retention/runs'].map((name) => `GET ${compliance}/${name}`),
    ...['travel-rule', 'travel-rule/:transaction_id'].map((name) => `GET ${compliance}/${name}`),
    `POST ${compliance}/cases`,
    `GET ${compliance}/cases/:case_id`,
    `GET ${compliance}/cases/:case_id/papers/:paper_id`,
    ...['', '.pdf'].map((part) => `GET ${compliance}/cases/:case_id/declaration${part}`),
    `PUT ${compliance}/cases/:case_id/declaration`,
    `POST ${compliance}/cases/:case_id/declaration/steps`,
    `POST ${compliance}/cases/:case_id/paper-requests`,
    ...['extend', 'withdraw'].map(
      (act) => `POST ${compliance}/cases/:case_id/paper-requests/:request_id/${act}`,
    ),
    ...['confirm', 'notes', 'papers', 'propose', 'return'].map(
      (act) => `POST ${compliance}/cases/:case_id/${act}`,
    ),
  ],
}
