import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { lightenRouter } from './scripts/lighten-router.ts'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), lightenRouter()],
  build: {
    target: 'es2022',
    // Fonts and pictures stay files, so that they are cached apart from the pages that use them.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // One file packs 4 kB smaller than five, and outlives our own changes in caches.
                {
                  name: 'framework',
                  test: /node_modules\/(react|react-dom|scheduler|react-router)\/|preload-helper/,
                  priority: 2,
                },
                // What most pages share comes in one answer instead of ten.
                { name: 'shell', test: /\/src\/(ui|http|paths)/, minShareCount: 3, priority: 1 },
                {
                  name: 'outline',
                  test: /\/src\/catalogue\/screens\/(locked-outline|outline-module|read-duration|summarise)/,
                },
                { name: 'door', test: /\/src\/accounts\/screens\//, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
  },
  server: { forwardConsole: false },
})
