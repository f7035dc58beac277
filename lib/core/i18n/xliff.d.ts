type XliffUnits = Record<string, { source: string; target?: string }>
type XliffDocument = { sourceLanguage: string; targetLanguage?: string; resources: Record<string, XliffUnits> }

declare module 'xliff/js2xliff' {
  export default function js2xliff(document: XliffDocument): Promise<string>
}

declare module 'xliff/xliff2js' {
  export default function xliff2js(xml: string): Promise<XliffDocument>
}
