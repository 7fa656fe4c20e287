import type { ReadMeTexts } from './read-me-texts.js'

export const portuguese: ReadMeTexts = {
  title: 'Prova verificável da guia de transporte {number}',
  test: 'Isto é um TESTE: a guia foi feita com uma chave de teste. Não existe tal transporte, e nem a guia nem esta prova têm qualquer efeito legal.',
  about: [
    'Este ficheiro prova o que dizia a guia de transporte {number} na versão {version}. Pode ser verificado sem rede, sem o serviço que o fez e sem confiar nele: com o programa verify.mjs ou com as ferramentas públicas indicadas abaixo.',
    'O serviço anota cada acontecimento num único registo e assina o estado desse registo como ponto de controlo: aqui {size} acontecimentos, {at}.',
  ],
  proves: {
    heading: 'O que se pode concluir quando todas as verificações são bem sucedidas',
    points: [
      'Qualquer das partes: exatamente estes acontecimentos, por esta ordem, foram anotados para a guia até à versão {version} e estavam no registo quando se fez o ponto de controlo. Desde então nenhum foi alterado, retirado ou inserido.',
      'Qualquer das partes: note.json resulta destes acontecimentos, e os ficheiros em documents/ são os que foram emitidos. Os valores em disclosures.json são os que foram anotados.',
      'A parte que recebe este ficheiro da outra: não pode ter sido retocado. O ponto de controlo (tamanho e raiz) figura também no rodapé dos documentos e nos avisos que recebeu; duas partes a quem se mostraram registos diferentes podem assim demonstrá-lo.',
      'Um perito ou um tribunal: os acontecimentos existiam antes do instante do ponto de controlo segundo o serviço; com checkpoint.tsr, antes do instante declarado por uma autoridade independente; com a assinatura de uma testemunha, antes do que esta declara.',
    ],
  },
  provesNot: {
    heading: 'O que não se pode concluir',
    points: [
      'Que o que se escreveu era verdade, nem que uma pessoa era quem dizia ser.',
      'Que nada aconteceu depois. Um acontecimento anotado mais tarde não está neste ficheiro: peça um mais recente.',
      'Nada sobre os dados pessoais apagados: o acontecimento fica provado, os seus valores apagados já não se podem ler.',
      'Absolutamente nada se a chave vier só deste ficheiro: quem falsifica um registo assina-o com uma chave própria.',
    ],
  },
  keys: {
    heading: 'Onde obter as chaves',
    points: [
      'keys.txt indica-as. Compare-as com o que está publicado em {site}/.well-known/ecmr-log e com o que a própria parte ou a outra anotaram antes, e peça diretamente às testemunhas as delas.',
    ],
  },
  checking: {
    heading: 'Como verificar',
    points: [
      'Descomprima o ficheiro numa pasta vazia e execute aí estes comandos. São precisos um interpretador POSIX e o OpenSSL 3.',
    ],
  },
  steps: {
    files: 'Os ficheiros são os que o manifesto indica (cada linha deve acabar em OK):',
    key: 'A chave do registo, tal como a obteve por outra via:',
    signatures:
      'O manifesto e o ponto de controlo estão assinados com ela (duas vezes: Signature Verified Successfully):',
    chain:
      'Cada acontecimento tem o seu hash e indica o anterior (os hashes calculados devem ser o hash de cada linha e o prev_hash da seguinte):',
    tree: 'O último acontecimento está na árvore do ponto de controlo (Go e golang.org/x/mod/sumdb, Debian: golang-go, golang-golang-x-mod-dev; o programa é publicado com o código-fonte como test/evidence/verify.go):',
    timestamp: 'O selo temporal (RFC 3161), com o certificado da autoridade que o fez:',
    program: 'Tudo de uma vez, com Node.js 20 ou posterior, ou na página {site}/verificar, que nada envia:',
  },
}
