# perl minion.pl FILE make|work, or retry|remove ID: does this with Minion.
use Mojo::Base -strict, -signatures;
use Minion;

my ($file, $what, $id) = @ARGV;
my $minion = Minion->new(SQLite => "sqlite:$file");
$minion->add_task(carry => sub ($job, $to) {
  die "no such mailbox\n" if $to eq 'nobody' && !$ENV{MOVED};
  $job->finish("delivered to $to");
});
if ($what eq 'make') {
  $minion->enqueue(carry => ['ann']);    # 1
  $minion->enqueue(carry => ['nobody']) for 2 .. 4;
  $minion->enqueue(carry => ['nobody'] => {attempts => 3});    # 5
  $minion->enqueue(carry => ['ann'] => {delay => 3600}) for 6 .. 9;
  $minion->enqueue(carry => ['ann'] => {parents => [6]});      # 10
  $minion->perform_jobs;
  $minion->enqueue(carry => ['ann'] => {queue => 'slow'});     # 11
  $minion->worker->register->dequeue(0, {queues => ['slow']});
}
elsif ($what eq 'work')   { $minion->perform_jobs }
elsif ($what eq 'retry')  { $minion->job($id)->retry  or die }
elsif ($what eq 'remove') { $minion->job($id)->remove or die }
