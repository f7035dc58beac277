/** Gives the text of a style sheet of the build by its address; `null` when the build has no such file. */
export type ReadSheet = (address: string) => string | null

const SHEET = /<link rel="stylesheet" href="(\/_next\/static\/[\w./-]+\.css)" data-precedence="next"\/>/g

/**
 * Puts the style sheets of a document into it: a phone on a slow line draws the page when the page is there, and does not
 * ask for a second file first. The link stays, switched off, so that React finds the sheet there and does not fetch it.
 */
export function inlineSheets(html: string, read: ReadSheet): string {
  return html.replace(SHEET, (link, address: string) => {
    const text = read(address)
    // A text that could end its own element stays a file.
    if (text === null || /<\/style/i.test(text)) return link

    return `<style data-precedence="next" data-href="${address}">${text}</style>${link.replace('/>', ' disabled=""/>')}`
  })
}
