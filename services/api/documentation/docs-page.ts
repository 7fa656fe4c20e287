const ASSETS = '/api/docs/static'

const THEME = /(?:^|;\s*)(?:__Host-|ecmr-)theme=(light|dark)(?:;|$)/

/**
 * The page of the documentation: what stands around Swagger UI. Nothing on it depends on who asks but the colours, and no part of the
 * address is written into it.
 *
 * @param cookies of the request; the panel keeps the choice of colours in one
 */
export function docsPage(siteUrl: string, cookies: string | undefined): string {
  const theme = THEME.exec(cookies ?? '')?.[1] ?? 'system'
  return `<!doctype html>
<html lang="en" data-theme="${theme}"${theme === 'dark' ? ' class="dark-mode"' : ''}>
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>API documentation · eCMR</title>
  <link rel="icon" href="${ASSETS}/theme/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="${ASSETS}/swagger-ui.css">
  <link rel="stylesheet" href="${ASSETS}/theme/docs.css">
  <script src="${ASSETS}/swagger-ui-bundle.js" defer></script>
  <script type="module" src="${ASSETS}/theme/docs.js"></script>
</head>
<body>
  <a class="skip" href="#swagger-ui">Skip to content</a>
  <header class="top">
    <a class="brand" href="${siteUrl}/"><img src="${ASSETS}/theme/icon.svg" alt="" width="28" height="28">eCMR</a>
    <nav aria-label="Site">
      <a href="${siteUrl}/">Back to the panel</a>
      <a href="${siteUrl}/claves">API keys</a>
      <a href="${siteUrl}/errors">Error codes</a>
      <a href="/api/openapi.json">OpenAPI document</a>
    </nav>
  </header>
  <main>
    <p class="key" data-without-key>Try requests with a test key: <a href="${siteUrl}/claves?modo=prueba#make">create one</a> and choose “Try it in the documentation”. Its notes are kept apart from real data.</p>
    <p class="key" data-with-key hidden>Requests use your test key <code></code> until you close this tab. <button type="button">Remove</button></p>
    <div id="swagger-ui"><noscript>This page needs scripts. The <a href="/api/openapi.json">OpenAPI document</a> does not.</noscript></div>
  </main>
</body>
</html>
`
}
