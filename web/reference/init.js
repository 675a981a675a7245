// Shows the API reference of this deployment. It makes no request to any other host.
Scalar.createApiReference('#app', {
  url: '/openapi.json',
  telemetry: false,
  withDefaultFonts: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  mcp: { disabled: true },
  agent: { disabled: true },
  documentDownloadType: 'none',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  orderSchemaPropertiesBy: 'preserve',
})
