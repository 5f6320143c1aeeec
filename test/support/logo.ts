/** A logo in SVG Tiny PS, with parts replaced. */
export function aLogo({ title = 'Shop', viewBox = '0 0 100 100', attributes = '', content = '' } = {}): string {
  const names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
  const root = `<svg ${names} version="1.2" baseProfile="tiny-ps" viewBox="${viewBox}" ${attributes}>`
  return `${root}<title>${title}</title><rect id="p" width="100" height="100" fill="#336699"/>${content}</svg>`
}

/** A gradient, and a shape that refers to it. */
export function aGradient(): string {
  const stops = '<stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#000"/>'
  return `<defs><linearGradient id="p">${stops}</linearGradient></defs><rect width="9" height="9" fill="url( '#p' )"/>`
}
