import type { MailBlock, MailContent } from '#lib/mail/mail-content.ts'

/** Returns the same mail for readers without HTML: every sentence, every sum and every address of the other half. */
export function toPlainText(content: MailContent, trialLine: string | null): string {
  const { reference, heading, blocks, footer } = content
  const parts = [
    trialLine === null ? '' : `[${trialLine}]`,
    heading,
    reference === null ? '' : `${reference.label}: ${reference.value}`,
    ...blocks.map(blockText),
    `-- \n${footer.join('\n')}`,
  ]

  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function blockText(block: MailBlock): string {
  switch (block.type) {
    case 'paragraph':
    case 'note':
      return block.text
    case 'action':
      return `${block.label}:\n${block.url}`
    case 'steps':
      return [`${block.title}:`, ...block.steps.map((step, index) => `${index + 1}. ${step}`)].join('\n')
    case 'sums':
      return [...block.rows, block.total].map(({ label, value }) => `${label}: ${value}`).join('\n')
    case 'qr':
      return `[${block.name}: ${block.file}]`
    case 'values':
      return [`${block.title}:`, ...block.rows.map(({ label, value }) => `${label}:\n${value}`)].join('\n')
    case 'links':
      return block.links.map(({ label, url }) => `${label}:\n${url}`).join('\n\n')
  }
}
