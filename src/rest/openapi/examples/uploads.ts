import type { Examples } from './exchange.js'

const id = 'upl_01kajqx5t7v9b1d3f5h7k9m2p4'

export const uploadExamples = {
  'uploads.create': [
    {
      summary: 'A logo',
      input: { file: { bytes: Buffer.from('GIF89a'), filename: 'logo.gif' } },
      output: { id, url: `https://mail.example.com/uploads/${id}`, content_type: 'image/gif', size: 2_318 },
    },
  ],
} satisfies Examples
