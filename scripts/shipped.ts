/** What of the checkout comes along. */
export const shipped = new Set(
  'CHANGELOG.md README.md SECURITY.md build docs languages migrations node_modules package-lock.json package.json packaging sandbox scripts seed src'.split(
    ' ',
  ),
)
export const shippedScripts =
  /^(academy|start|develop|keep|update|rollback|switch|backup|restore|media-check|rotate-secret|breach-report|status|doctor|admin|logs|https|version|as-installed|env-file|sandbox|prepare|run)\.js$|^memory\.json$/
