// SPDX-License-Identifier: MIT
// Motion, arrangement and warm-up.
#include "bench/common/workload.hpp"

namespace throng::bench {

void move(Crowd& crowd, Motion motion) {
    if (motion == Motion::All) crowd.step();
    if (motion == Motion::Few) crowd.step_some(one_in);
}

Workload::Workload(const Question& question, const Setting& setting, const CrowdKind& kind, std::size_t n,
                   Arrays arrays)
    : crowd_(kind.make(n)), motion_(question.motion), arrays_(arrays), subject_(question.subject(setting)) {
    if (arrays_ == Arrays::Shuffled) crowd_.shuffle(1);
    subject_->build(crowd_);
    if (arrays_ == Arrays::Coherent) arrange();
    for (int i = 0; i < warm_up_ticks; ++i) {
        move();
        subject_->ask(crowd_);
    }
}

void Workload::move() {
    if (arrays_ == Arrays::Coherent && ticks_ != 0 && ticks_ % arrangement_period == 0) arrange();
    bench::move(crowd_, motion_);
    ++ticks_;
    subject_->prepare(crowd_);
}

void Workload::arrange() {
    crowd_.arrange(subject_->order(crowd_));
    subject_->build(crowd_);
}

} // namespace throng::bench
