import type { Plugin } from 'vite'

const reactDom = /\/react-dom\/cjs\/react-dom-client\.production\.js$/
const writesHtml = /\.innerHTML = ([^;)]+)/g

/**
 * Lets the HTML that React writes pass by the page's own policy of Trusted Types, under which nothing
 * else may write any (docs/decisions/0113).
 */
export function trustReact(): Plugin {
  return {
    name: 'trust-react',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (!reactDom.test(id)) return null
      if (code.match(writesHtml)?.length !== 3) this.error('React writes HTML elsewhere by now.')
      return { code: code.replaceAll(writesHtml, '.innerHTML = trusted.createHTML($1)'), map: null }
    },
  }
}
