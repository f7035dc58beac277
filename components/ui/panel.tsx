import type { ComponentProps, ElementType } from 'react'

type PanelProps = ComponentProps<'div'> & { as?: ElementType }

export function Panel({ as: Tag = 'section', className, ...rest }: PanelProps) {
  return <Tag {...rest} className={className ? `panel ${className}` : 'panel'} />
}
