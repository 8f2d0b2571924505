import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { retryImports } from './src/http/pages/retry-imports.ts'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), retryImports()],
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
                // One file packs 4 kB smaller than five, and outlives our own changes in caches.
                {
                  name: 'framework',
                  test: /node_modules\/(react|react-dom|scheduler|react-router)\/|preload-helper/,
                  priority: 2,
                },
                // What most pages share comes in one answer instead of ten; forms, and what only those
                // signed in see, are on few.
                {
                  name: 'shell',
                  test: /\/src\/(ui(?!\/(load-failure|layout\/require-session|controls\/(password-|text-)?field))|http|paths)/,
                  minShareCount: 4,
                  priority: 1,
                },
                {
                  name: 'course',
                  test: /\/src\/(catalogue\/screens\/(read-duration|summarise)|checkout\/purchase\/(use-purchase|purchase-))/,
                },
                {
                  name: 'auth',
                  test: /\/src\/(accounts\/screens|ui\/controls\/(password-|text-)?field)/,
                  minShareCount: 2,
                },
              ],
            },
          },
        },
      },
    },
  },
  server: { forwardConsole: false },
})
