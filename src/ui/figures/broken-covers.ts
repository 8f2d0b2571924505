/**
 * Writes on every cover's picture how its loading went (`data-cover`: 'load' or 'error'), for the
 * stylesheet to show the drawn cover instead of a broken picture. It listens from the page's first
 * line, since a picture may fail long before the other scripts come; and on the document, since no
 * element's 'load' reaches the window. Kept tiny: every page has it.
 */
export const brokenCoversScript = `for(const type of['load','error'])document.addEventListener(type,({target:{dataset:d}})=>{if(d?.cover!=null)d.cover=type},true)`
