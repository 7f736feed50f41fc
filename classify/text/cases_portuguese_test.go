package text_test

import "testing"

// portugueseUnfinished are messages in Portuguese of work that is not done.
var portugueseUnfinished = []string{
	"Não tenho acesso à pasta da contabilidade.",
	"Falta-me a senha da conta do fornecedor.",
	"Por favor, envie-me o número do contrato para continuar.",
	"Não foi possível terminar a migração porque o banco de dados não responde.",
	"Não funciona, o servidor recusa a ligação.",
	"Apago os extratos antigos ou só arquivo?",
	"Agora vou verificar os registros da noite.",
	"Os mapas estavam na pasta errada. Agora vou movê-los para o servidor.",
	"Próximo passo: iniciar a importação dos clientes.",
	"A cota de hoje esgotou, continuo amanhã.",
	"Não vou escrever avaliações falsas.",
	"Recuso-me a ajudar a contornar o controle.",
	"O orçamento está pronto, mas falta a assinatura do diretor.",
	"Oito das doze lojas já têm a tabela nova, as outras quatro continuam pendentes.",
	"A importação parou na linha 300 de 900.",
	"Sem a autorização da gerência não posso transferir nada.",
	"Tudo preparado. Assim que a senhora Prado assinar, a carta segue.",
	"A consulta ainda não está confirmada, a clínica não atende.",
	"Infelizmente nenhum dos pedidos teve resposta.",
	"Não encontrei a causa e paro por aqui.",
	"O formulário ficou muito mais bonito. O envio continua falhando.",
	"A página pede um código que chegou ao seu telemóvel.",
	"Aguardando retorno do fornecedor.",
	"A impressora não reage, apesar do reinício.",
	"O relatório está pela metade.",
	"A lista de participantes não me foi enviada.",
	"Poderia dizer-me a partir de quando vale a tarifa?",
	"Em processamento, o resultado vem mais tarde.",
	"Tempo esgotado durante o envio, operação abandonada.",
	"Se o desconto vale para clientes antigos, quem tem de decidir é o comercial.",
	"Ainda falta a assinatura do proprietário e o processo está parado.",
	"A porta continua sem abrir pelo aplicativo.",
	"Impossível contactar a transportadora.",
	"Precisaria de permissões de administrador.",
	"Não deu tempo de terminar os anexos.",
}

// portugueseFinished are messages of finished work, many with words of obstacles.
var portugueseFinished = []string{
	"O relatório está concluído e guardado na pasta T2.",
	"As 48 faturas foram enviadas, nenhuma voltou.",
	"Feito.",
	"O erro vinha de uma biblioteca antiga; troquei e todos os testes passam.",
	`O login falhava com "permissão negada". O certificado tinha expirado, renovei e já entra toda a gente.`,
	"Não falta nada: o processo está completo.",
	"Não foram encontradas irregularidades no período.",
	"A mesa está reservada para quatro às 20h. Quer que eu reserve também estacionamento?",
	"Alterei o endereço. Posso ajudar em mais alguma coisa?",
	"Não, este ano não houve nenhuma avaria.",
	"A primeira tentativa caiu, a segunda foi até o fim: cópia completa.",
	"A mensagem de erro do carrinho vazio agora é clara e está em três línguas.",
	"Os usuários sem permissão veem agora a quem se dirigir.",
	"O pedido foi recusado como queria; a carta saiu hoje de manhã.",
	"Um engarrafamento atrasou a entrega duas horas; chegou às 14h e está guardada.",
	"O aquecimento voltou a funcionar, a válvula estava presa.",
	"Traduzido, revisto e publicado.",
	"Todos os aparelhos respondem, zero alertas desde a meia-noite.",
	"Removi os duplicados e ordenei a tabela.",
	"Resumi a recusa da seguradora: invoca o artigo 7.",
	"O script falhava com acentos. Corrigido e testado com 200 arquivos.",
	"Sem novidades, todos os prazos estão cumpridos.",
	"A capital do Cazaquistão é Astana.",
	"Se o portão voltar a emperrar, basta uma gota de óleo. Por hoje está consertado.",
	"O acesso do senhor Vidal está fechado, como pedido.",
	"Dezessete inscritos, duas desistências.",
	"A encomenda estava bloqueada porque faltava a morada; acrescentei e já seguiu.",
	"O ônibus sai às 7h42 da praça, sem baldeação.",
	"Quatro testes estavam vermelhos, agora estão todos verdes.",
	"As contas estão saldadas e o total bate com o banco.",
	`O aparelho dizia "sem papel". Papel reposto, documento impresso.`,
	`O inquérito está no ar e pergunta, entre outras coisas: "O que lhe faltou?"`,
	"Não apaguei nada, só renomeei as pastas.",
}

func TestPortuguese(t *testing.T) {
	t.Parallel()
	checkLanguage(t, portugueseUnfinished, portugueseFinished)
}
