import type { ReadMeTexts } from './read-me-texts.js'

export const spanish: ReadMeTexts = {
  title: 'Prueba verificable de la carta de porte {number}',
  test: 'Esto es una PRUEBA: la carta de porte se hizo con una clave de prueba. No existe tal transporte, y ni la carta ni esta prueba tienen efecto legal alguno.',
  about: [
    'Este archivo demuestra lo que decía la carta de porte {number} en su versión {version}. Se puede comprobar sin red, sin el servicio que lo hizo y sin confiar en él: con el programa verify.mjs o con las herramientas públicas de más abajo.',
    'El servicio anota cada evento en un único registro y firma el estado de ese registro como punto de control: aquí {size} eventos, {at}.',
  ],
  proves: {
    heading: 'Qué se puede concluir si todas las comprobaciones se cumplen',
    points: [
      'Cualquiera de las partes: exactamente estos eventos, en este orden, quedaron anotados para la carta hasta la versión {version}, y estaban en el registro cuando se hizo el punto de control. Desde entonces ninguno se ha cambiado, quitado ni intercalado.',
      'Cualquiera de las partes: note.json se deduce de estos eventos, y los archivos de documents/ son los que se emitieron. Los valores de disclosures.json son los que se anotaron.',
      'La parte que recibe este archivo de la otra: no puede haber sido retocado. El punto de control (tamaño y raíz) figura también al pie de los documentos y en los avisos que usted ha recibido; si a dos partes se les han mostrado registros distintos, con ellos pueden demostrarlo.',
      'Un perito o un tribunal: los eventos existían antes del instante del punto de control según el servicio; con checkpoint.tsr, antes del instante que declara una autoridad independiente; con la firma de un testigo, antes del que declara el testigo.',
    ],
  },
  provesNot: {
    heading: 'Qué no se puede concluir',
    points: [
      'Que lo que se escribió fuera verdad, ni que una persona fuera quien decía ser.',
      'Que después no pasara nada. Un evento anotado más tarde no está en este archivo: pida uno más reciente.',
      'Nada sobre los datos personales que se han borrado: el evento queda demostrado, sus valores borrados ya no se pueden leer.',
      'Nada en absoluto si la clave sale solo de este archivo: quien falsifica un registro lo firma con una clave propia.',
    ],
  },
  keys: {
    heading: 'De dónde sacar las claves',
    points: [
      'keys.txt las nombra. Compárelas con lo publicado en {site}/.well-known/ecmr-log y con lo que usted o la otra parte apuntaran antes, y pida usted mismo las suyas a los testigos.',
    ],
  },
  checking: {
    heading: 'Cómo comprobarlo',
    points: [
      'Descomprima el archivo en una carpeta vacía y ejecute allí estas órdenes. Hacen falta un intérprete POSIX y OpenSSL 3.',
    ],
  },
  steps: {
    files: 'Los archivos son los que nombra el manifiesto (cada línea debe acabar en OK):',
    key: 'La clave del registro, tal como la obtuvo por otra vía:',
    signatures:
      'El manifiesto y el punto de control están firmados con ella (dos veces: Signature Verified Successfully):',
    chain:
      'Cada evento tiene su hash y nombra al anterior (los hashes calculados deben ser el hash de cada línea y el prev_hash de la siguiente):',
    tree: 'El último evento está en el árbol del punto de control (Go y golang.org/x/mod/sumdb, Debian: golang-go, golang-golang-x-mod-dev; el programa se publica con el código fuente como test/evidence/verify.go):',
    timestamp: 'El sello de tiempo (RFC 3161), con el certificado de la autoridad que lo hizo:',
    program: 'Todo a la vez, con Node.js 20 o posterior, o en la página {site}/verificar, que no envía nada:',
  },
}
