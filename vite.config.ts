import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { holdUpdates } from './src/http/server/pages/hold-updates.ts'
import { retryImports } from './src/http/server/pages/retry-imports.ts'
import { trustReact } from './src/http/server/pages/trust-react.ts'
import { markMessages } from './src/platform/languages/mark-messages.ts'

/** What no visitor needs, though many screens of learners and staff share it. */
const toolFiles = [
  'controls/(action-button|alert-dialog|code-field|columns|data-table|dialog|empty-state|file-chooser|form-fold|paged-table)',
  'controls/(pagination|progress-bar)',
  'controls/(select-field|short-id|show-more|tabs|text-area)',
  'figures/qr-code',
  'layout/(hold-focus|html-frame|privacy-note|require-session)',
  '(download|format-size|load-failure|prose|save-file|use-save-form)',
].join('|')
const tools = new RegExp(
  `/src/(http/(rights|web/(use-mutation|step-up))|shared/(india-time|hide-reasons|mail-lists|read-number|shorten-text)|ui/(${toolFiles}))`,
)
const shell = new RegExp(
  `/src/(ui/(?!drafting/|query|controls/(password-|text-)?field|${toolFiles})|http/(?!rights|endpoint|web/(use-mutation|step-up)|validation-messages)|shared/(?!india-time|format-time|hide-reasons|mail-lists|read-number|shorten-text)|paths)`,
)

export default defineConfig({
  plugins: [
    tailwindcss(),
    reactRouter(),
    retryImports(),
    trustReact(),
    holdUpdates(),
    markMessages(),
  ],
  build: {
    target: 'es2022',
    // Fonts and pictures stay files, so that they are cached apart from the pages that use them.
    assetsInlineLimit: 0,
    // The router preloads what a screen needs; what is fetched later needs one or two small files.
    modulePreload: false,
    reportCompressedSize: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Drops React Router's hints for developers: it keeps them in its production files.
          treeshake: { manualPureFunctions: ['warning', 'warnOnce'] },
          output: {
            codeSplitting: {
              groups: [
                // One file packs 4 kB smaller than five, and outlives our own changes in caches. The
                // frame's small parts, which the editor of pages draws too, would be files of their own.
                {
                  name: 'framework',
                  test: /node_modules\/(react|react-dom|scheduler|react-router)\/|preload-helper|\/(brand-mark|frame-parts|site-link)\./,
                  priority: 3,
                },
                // What most pages share comes in one answer instead of ten; forms, and what only those
                // signed in see, are on few. What checks input brings its library along: it stays out.
                {
                  name: 'shell',
                  test: shell,
                  minShareCount: 4,
                  priority: 2,
                },
                // No visitor needs these: they must not come along with what most pages share.
                {
                  name: 'tools',
                  test: tools,
                  minShareCount: 4,
                  priority: 0,
                },
                // Small ones that two screens of the office share: each name costs every page some bytes.
                {
                  name: 'office',
                  test: /\/src\/domains\/(checkout\/refundable|quizzes\/web\/editor\/number-field|staff\/web\/use-rights)/,
                },
                {
                  name: 'course',
                  test: /\/src\/domains\/(catalogue\/(read-duration|web\/(deferred-section|summarise))|checkout\/web\/(purchase\/(use-purchase|purchase-|take-due-checkout)|use-landing-notice))/,
                },
                {
                  name: 'auth',
                  test: /\/src\/(domains\/accounts\/web\/(?!queries|profile-queries|mail-consents-form|intended-purchase|announce-checkout|google-(sign|identity)|security\/)|ui\/controls\/(password-|text-)?field)/,
                  minShareCount: 2,
                  priority: 1,
                },
              ],
            },
          },
        },
      },
    },
  },
  server: {
    forwardConsole: false,
    // Compiled code and the database itself are files by the ten thousand: none of them is shown.
    watch: {
      ignored: ['.cache', 'build', 'data', 'release'].map((name) =>
        join(import.meta.dirname, name, '**'),
      ),
    },
  },
})
